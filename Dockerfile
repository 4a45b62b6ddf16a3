# Three images (docs/deploying.md): `app`, the last stage and therefore the default, also applies the migrations. `tools` has the
# operator's commands. `sandbox` is the service, for trying it out. Files belong to root, and processes run as user 1000.
FROM node:24-bookworm-slim AS manifests
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1 CHECKPOINT_DISABLE=1
COPY package.json package-lock.json .npmrc ./
# A pattern may match nothing: the sandbox can be deleted. npm links its command only if the file is there.
COPY sandbo[x]/package.json sandbo[x]/bin.mjs sandbox/

FROM manifests AS source
# Two optional build secrets: `npmrc` for a registry of your own, and `ca`, the certificates of your company's proxy.
RUN --mount=type=cache,target=/root/.npm --mount=type=secret,id=npmrc,target=/root/.npmrc --mount=type=secret,id=ca \
  if [ -s /run/secrets/ca ]; then export NODE_EXTRA_CA_CERTS=/run/secrets/ca; fi; npm ci --include=dev --no-audit
COPY . .
# Generates the database client.
RUN node scripts/setup.mjs

FROM source AS build
# The key becomes part of the build, so keep the images secret. As a build secret, it isn't in any layer's history.
RUN --mount=type=secret,id=action_key \
  NEXT_SERVER_ACTIONS_ENCRYPTION_KEY=$(cat /run/secrets/action_key) BUILD_OUTPUT=standalone npm run build

FROM source AS sandbox-package
RUN npm run pack -w sandbox -- /tmp && mkdir /sandbox && tar -xzf /tmp/verification-sandbox-*.tgz -C /sandbox --strip-components=1

FROM node:24-bookworm-slim AS sandbox
WORKDIR /sandbox
ENV DATA_DIR=/data SANDBOX_HOST=0.0.0.0
RUN mkdir /data && chown 1000:1000 /data
COPY --from=sandbox-package /sandbox ./
USER 1000:1000
VOLUME /data
CMD ["node", "bin.mjs"]

FROM manifests AS tools
RUN --mount=type=cache,target=/root/.npm --mount=type=secret,id=npmrc,target=/root/.npmrc --mount=type=secret,id=ca \
  if [ -s /run/secrets/ca ]; then export NODE_EXTRA_CA_CERTS=/run/secrets/ca; fi; npm ci --omit=dev --no-audit
COPY . .
COPY --from=source /app/lib/prisma-client lib/prisma-client
# The first call bundles it.
RUN [ ! -d sandbox ] || npx verification-sandbox --help
USER 1000:1000

FROM node:24-bookworm-slim AS app
WORKDIR /app
# With fewer arenas, the allocator keeps less memory that nothing uses.
ENV NODE_ENV=production HOSTNAME=0.0.0.0 PORT=3000 NEXT_TELEMETRY_DISABLED=1 MALLOC_ARENA_MAX=2
# A volume for the files that the balancer serves: see deploy/publish-assets.mjs.
RUN mkdir /assets && chown 1000:1000 /assets
COPY --from=build /app/.next/standalone ./
# Next expects a CDN to serve these. Here the server does too.
COPY --from=build /app/.next/static .next/static
COPY deploy/publish-assets.mjs ./
# `node scripts/migrate.ts` applies the migrations, with packages of the standalone build.
COPY scripts/migrate.ts scripts/settings.ts scripts/
COPY lib/database/session.ts lib/database/
COPY prisma/migrations prisma/migrations
COPY .env.example ./
USER 1000:1000
EXPOSE 3000
# Liveness only, because a restart doesn't fix a database. Compose and the balancer check /api/health/ready.
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1))"]
# Node is process 1, so SIGTERM reaches it and Next finishes the requests in flight. Without the limit, Node lets garbage pile up for as
# long as the machine has memory (docs/operations.md).
CMD ["node", "--max-old-space-size=256", "server.js"]
