import start from '@tanstack/react-start/server-entry'

type Env = { ASSETS: { fetch: (request: Request) => Promise<Response> } }

export default {
  fetch: (request: Request, env: Env) =>
    new URL(request.url).pathname.startsWith('/assets/') ? env.ASSETS.fetch(request) : start.fetch(request),
}
