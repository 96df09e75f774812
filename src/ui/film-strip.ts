import type { CSSProperties } from 'react'
import type { Media } from '../../contract/media.ts'

type Frames = NonNullable<Media['strip']>

/** The frame of a strip at a second of its film, as the background of an element of its size. */
export function frameStyle({ url, count, columns, width, height, seconds }: Frames, second: number): CSSProperties {
  const at = Math.max(0, Math.min(count - 1, Math.floor(second / seconds)))
  return {
    width,
    height,
    backgroundImage: `url("${url}")`,
    backgroundPosition: `-${(at % columns) * width}px -${Math.floor(at / columns) * height}px`,
  }
}
