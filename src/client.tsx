import { StartClient } from '@tanstack/react-start/client'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { afterPaint } from './lib/after-paint.ts'

// Hydrating takes a slow phone longer than painting the page that has come from the server, so it comes second.
afterPaint(() => {
  startTransition(() => {
    hydrateRoot(document, <StartClient />)
  })
})
