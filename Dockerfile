# syntax=docker/dockerfile:1
# `app`, the last stage and therefore the default, contains the standalone build and Node. `tools` is the whole project, for
# `npm run db:migrate` and the operator's commands.
# `sandbox` is the service, for trying it out.
FROM node:24-bookworm-slim AS packages
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1 CHECKPOINT_DISABLE=1
COPY package.json package-lock.json .npmrc ./
# A pattern, because it may match nothing: the sandbox can be deleted.
COPY sandbo[x]/package.json sandbox/
RUN npm ci --include=dev --no-audit

FROM packages AS source
COPY . .

FROM source AS build
# The key becomes part of the build, so keep the images secret. As a build secret, it isn't in any layer's history.
RUN --mount=type=secret,id=action_key,required=true,env=NEXT_SERVER_ACTIONS_ENCRYPTION_KEY BUILD_OUTPUT=standalone npm run build

FROM build AS tools
USER node
CMD ["npm", "run", "db:migrate"]

FROM source AS sandbox
# The first call makes its bundle.
RUN mkdir -p /data && chown node:node /data && npx verification-sandbox --help
ENV DATA_DIR=/data SANDBOX_HOST=0.0.0.0
USER node
VOLUME /data
CMD ["node_modules/.bin/verification-sandbox"]

FROM node:24-bookworm-slim AS app
WORKDIR /app
ENV NODE_ENV=production HOSTNAME=0.0.0.0 PORT=3000 NEXT_TELEMETRY_DISABLED=1
COPY --from=build --chown=node:node /app/.next/standalone ./
# Next expects a CDN to serve these. Here the server does too.
COPY --from=build --chown=node:node /app/.next/static ./.next/static
COPY --from=build --chown=node:node /app/deploy/publish-assets.mjs ./
# A volume for the files that the balancer serves: see deploy/publish-assets.mjs.
RUN mkdir /assets && chown node:node /assets
USER node
EXPOSE 3000
# Liveness only, because a restart doesn't fix a database. The balancer checks /api/health/ready.
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node is process 1, so SIGTERM reaches it and Next finishes the requests in flight.
CMD ["node", "server.js"]
