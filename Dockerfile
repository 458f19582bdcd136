FROM python:3.11-slim-bookworm

ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1 PYTHONUNBUFFERED=1

# The libraries that the Graphviz inside pygraphviz takes from the system.
RUN apt-get update \
    && apt-get install -y --no-install-recommends libexpat1 libglib2.0-0 libxext6 libxrender1 \
    && rm -rf /var/lib/apt/lists/*

# Dependencies first: their layer stays when only our own files change.
COPY requirements/run.txt /src/requirements/run.txt
RUN pip install --require-hashes -r /src/requirements/run.txt

COPY . /src
RUN pip install --no-build-isolation --no-deps /src && rm -r /src

# A number, so that a cluster can see that it is not root.
RUN mkdir /data && chown 10001:10001 /data
USER 10001:10001
VOLUME /data
WORKDIR /data

ENV GRADSTEP_DATABASE_URL=sqlite:////data/gradstep.db HOST=0.0.0.0 PORT=8000
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
    CMD ["python", "-c", "import os, urllib.request as r; r.urlopen(f'http://127.0.0.1:{os.environ[\"PORT\"]}/livez', timeout=4)"]
# exec: uvicorn itself gets the signal to stop.
CMD ["sh", "-c", "exec uvicorn gradstep.app.main:create_app --factory --host \"$HOST\" --port \"$PORT\" --no-server-header"]
