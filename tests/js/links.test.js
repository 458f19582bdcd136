import assert from "node:assert/strict";
import { test } from "node:test";
import { inflateSync } from "node:zlib";

import { address, changedOptions, encode } from "../../static/js/links.js";

const TEXTS = ["x = 1.0", "", "权重 = 0.5  # 😀 ñ\ny = 权重*2", "y = 5  # 100% & a=b; c#d ? %2B %41 %zz", "a\t=\t1\n\n"];

for (const text of TEXTS) {
  test(`a link keeps ${JSON.stringify(text)} as it is`, async () => {
    const code = await encode(text);
    assert.match(code, /^[A-Za-z0-9_-]*$/);
    assert.equal(inflateSync(Buffer.from(code, "base64url")).toString(), text);
  });
}

test("a long text is compressed", async () => {
  assert.ok((await encode("x = 1.0\n".repeat(2000))).length < 200);
});

test("an address holds the text or its short id, and the place", () => {
  assert.equal(address({}), "/");
  assert.equal(address({ step: 3 }), "/?step=3");
  assert.equal(address({ code: "eJw", step: 3, event: 2 }), "/?code=eJw&step=3&event=2");
  assert.equal(address({ link: "abc", code: "eJw", step: 9 }), "/t/abc?step=9");
  assert.equal(address({ code: "eJw", options: { accumulate: "=" } }), "/?code=eJw&accumulate=%3D");
  assert.equal(address({ step: 1, lang: "zh" }), "/?step=1&lang=zh");
  assert.equal(address({ event: 1 }), "/?step=0&event=1");
});

test("a shared address ends in a letter or digit, at the first step too", () => {
  assert.equal(address({ code: "eJw-_", isShared: true }), "/?code=eJw-_&step=0");
  assert.equal(address({ link: "abc", isShared: true }), "/t/abc?step=0");
  assert.equal(address({ code: "eJw_", step: 2, event: 1, isShared: true }), "/?code=eJw_&step=2&event=1");
});

test("an address names only the options that differ from their defaults", () => {
  assert.deepEqual(changedOptions({ accumulate: "+=", schedule: "topo", granularity: "packed", order: 0 }), {});
  assert.deepEqual(changedOptions({ accumulate: "=", order: 3 }), { accumulate: "=", order: 3 });
  assert.deepEqual(changedOptions({}), {});
});
