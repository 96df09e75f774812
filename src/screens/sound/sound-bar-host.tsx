import { Suspense, useEffect } from 'react'
import { disconnect } from '../../lib/window-events.ts'
import { closeSound, useSound } from '../../stores/sound.ts'
import { lazily } from '../../ui/lazily.ts'
import { useViewer } from '../frame/viewer-context.ts'

/**
 * The bar of the sound that plays, on every page; its code is loaded with the first sound. It ends when the viewer signs
 * out, or begins or stops to act for a creator: the right to it was theirs.
 */
export function SoundBarHost() {
  const isUsed = useSound(({ track }) => track !== null && !track.isLocal)
  const viewer = useViewer()
  const who = `${viewer?.id ?? ''} ${viewer?.acting_as?.target_user.id ?? ''}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: another viewer is what ends it.
  useEffect(() => {
    addEventListener(disconnect, closeSound)
    return () => {
      removeEventListener(disconnect, closeSound)
      closeSound()
    }
  }, [who])
  return (
    isUsed && (
      <Suspense fallback={null}>
        <SoundBar />
      </Suspense>
    )
  )
}

const SoundBar = lazily(async () => (await import('./sound-bar.tsx')).SoundBar)
