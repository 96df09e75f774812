import type { SlideImage } from 'yet-another-react-lightbox'
import { pictureBounds } from '../../../contract/limits.ts'
import type { Media } from '../../../contract/media.ts'
import type { LightboxItem } from '../../stores/lightbox.ts'

/** Everything but an open picture: a film, a sound, or a locked media. */
type OtherSlide = { type: 'other'; item: LightboxItem }
type PictureSlide = SlideImage & { item: LightboxItem }

declare module 'yet-another-react-lightbox' {
  interface SlideTypes {
    other: OtherSlide
  }
  interface SlideImage {
    item?: LightboxItem
  }
}

export type LightboxSlide = OtherSlide | PictureSlide

/** A picture in the sizes that the browser chooses from; the rest is drawn by `Other`. */
export function slideOf(item: LightboxItem): LightboxSlide {
  const { media } = item
  if (media.type !== 'IMAGE' || media.locked || media.url === null) return { type: 'other', item }
  const sizes = sizesOf(media)
  const largest = sizes.at(-1)
  return {
    src: largest?.src ?? media.url,
    alt: media.description ?? item.alt,
    srcSet: sizes,
    ...(media.width && media.height && { width: media.width, height: media.height }),
    item,
  }
}

function sizesOf(media: Media): { src: string; width: number; height: number }[] {
  const { width, height, small, url, full } = media
  if (!width || !height) return []
  const size = (src: string | null, bound: number) => {
    const scale = Math.min(1, bound / Math.max(width, height))
    return src === null ? [] : [{ src, width: Math.round(width * scale), height: Math.round(height * scale) }]
  }
  return [...size(small, pictureBounds.small), ...size(url, pictureBounds.card), ...size(full, pictureBounds.full)]
}
