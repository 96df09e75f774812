import { StartClient } from '@tanstack/react-start/client'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'

/**
 * Makes the page from the server alive once it has been painted: on a slow phone that work takes longer than painting,
 * and a reader waits for the picture. A tab in the background paints nothing and does not wait.
 */
function afterFirstPaint(start: () => void): void {
  if (document.visibilityState === 'hidden') start()
  else requestAnimationFrame(() => setTimeout(start))
}

afterFirstPaint(() => {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <StartClient />
      </StrictMode>,
    )
  })
})
