"""Settings come from the environment, once, and a wrong one says so."""

import pytest
from pydantic import ValidationError

from gradstep.app.main import create_app
from gradstep.app.settings import Settings, SettingsError, read_settings


def test_the_defaults_need_nothing() -> None:
    settings = read_settings()
    assert (settings.text_bytes, settings.depth, settings.events, settings.drawn_values) == (16384, 150, 50_000, 1_000)
    assert (settings.layout_seconds, settings.layout_workers) == (5.0, 2)
    assert settings.database_url == "sqlite:///gradstep.db"


def test_a_setting_is_read_from_its_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRADSTEP_EVENTS", "77")
    assert read_settings().events == 77


def test_settings_do_not_change() -> None:
    with pytest.raises(ValidationError):
        Settings().events = 1  # type: ignore[misc]


def test_every_setting_is_described_in_one_line() -> None:
    for name, field in Settings.model_fields.items():
        assert field.description, name
        assert "\n" not in field.description
        assert field.description.endswith(".")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("TEXT_BYTES", "many"),
        ("EVENTS", "0"),
        ("LAYOUT_SECONDS", "nan"),
        ("LAYOUT_WORKERS", "-1"),
        ("DATABASE_URL", "not a url"),
        ("DATABASE_URL", "mysql://me:secret@host/db"),
        ("DATABASE_URL", "sqlite://"),
        ("DATABASE_URL", "sqlite+nothing:///x.db"),
        ("DATABASE_URL", "postgresql+psycopg://me:secret@host:port/db"),
    ],
)
def test_a_wrong_setting_is_named_and_its_value_is_not_shown(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(f"GRADSTEP_{name}", value)
    with pytest.raises(SettingsError, match=f"^GRADSTEP_{name}: ") as caught:
        read_settings()
    assert "secret" not in str(caught.value)


def test_every_wrong_setting_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRADSTEP_EVENTS", "x")
    monkeypatch.setenv("GRADSTEP_DEPTH", "x")
    with pytest.raises(SettingsError) as caught:
        read_settings()
    assert len(str(caught.value).splitlines()) == 2


def test_the_server_ends_with_the_message_instead_of_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRADSTEP_DEPTH", "deep")
    with pytest.raises(SystemExit, match="GRADSTEP_DEPTH"):
        create_app()
