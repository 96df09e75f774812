# syntax=docker/dockerfile:1
# The API. The edge and the app are a Worker (wrangler.toml) and not in this image.
FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
# Not `npm ci`, which wants the optional packages of every platform in the lockfile; the locked versions are installed.
RUN npm install --no-save --omit=dev --no-audit --no-fund

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production API_HOST=0.0.0.0 API_PORT=8788 DATA_DIR=/data
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY package.json tsconfig.base.json tsconfig.api.json ./
COPY contract ./contract
COPY messages ./messages
COPY seed ./seed
COPY tools ./tools
COPY api ./api
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8788
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8788/readyz').then((it) => process.exit(it.ok ? 0 : 1), () => process.exit(1))"]
# Node is process 1 and gets the SIGTERM that ends a node (docs/operations.md).
CMD ["node", "api/main.ts"]
