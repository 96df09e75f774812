import { useRef, useState } from 'react'
import { useFilmSizes } from './use-film-sizes.ts'

/** The moving picture of a film; what cannot be played leaves its poster in sight. */
export function SilentLoop({ hls }: { hls: string }) {
  const video = useRef<HTMLVideoElement>(null)
  const [hasFailed, setFailed] = useState(false)
  useFilmSizes(video, hls, () => setFailed(true))
  if (hasFailed) return null
  return <video ref={video} muted loop playsInline disableRemotePlayback className="size-full object-contain" />
}
