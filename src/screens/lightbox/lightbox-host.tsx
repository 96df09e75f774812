import { Suspense } from 'react'
import { closeLightbox, useLightbox } from '../../stores/lightbox.ts'
import { LateSheet } from '../../ui/late-sheet.tsx'
import { lazily } from '../../ui/lazily.ts'

/** The open lightbox, if any. Its code is loaded with the first one. */
export function LightboxHost() {
  const isUsed = useLightbox((it) => it.group !== null)
  return (
    isUsed && (
      <Suspense fallback={<LateSheet onClose={closeLightbox} />}>
        <LightboxPanel />
      </Suspense>
    )
  )
}

const LightboxPanel = lazily(async () => (await import('./lightbox.tsx')).LightboxPanel)
