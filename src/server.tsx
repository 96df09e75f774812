import { createServerEntry, createStartHandler } from '@tanstack/react-start/server'
import { renderInOnePiece } from '../vendor/render-in-one-piece.tsx'
import { inLocaleOf } from './server/locale.server.ts'

const start = createStartHandler(renderInOnePiece)

/** Pages and server functions, in the language that the edge has found for the request. */
export default createServerEntry({ fetch: (request, options) => inLocaleOf(request, () => start(request, options)) })
