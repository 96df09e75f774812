import { type ComponentProps, type ReactNode, useState } from 'react'
import { Icon } from './icon.tsx'

type PictureProps = Omit<ComponentProps<'img'>, 'src' | 'alt'> & {
  src: string | null | undefined
  alt: string
  /** Shown where there is no picture; by default a plain shape. */
  instead?: ReactNode
  /** A small blurred picture for the time until it has come: a marked copy is made on the first view. */
  preview?: string | null | undefined
}

/**
 * A picture. One that is missing or does not arrive, even before hydration, is replaced by something
 * plain with the same alternative text, never by the browser's own sign. A new address is tried again.
 */
export function Picture({ src, alt, instead = <Missing alt={alt} />, preview, style, ...rest }: PictureProps) {
  const [failed, setFailed] = useState<string | null>(null)
  if (!src || src === failed) return instead
  return (
    <img
      {...rest}
      src={src}
      alt={alt}
      style={preview && preview !== src ? { ...style, background: `center / cover url("${preview}")` } : style}
      onLoad={({ currentTarget }) => dropPreview(currentTarget)}
      onError={() => setFailed(src)}
      ref={(it) => {
        if (it?.complete && it.naturalWidth === 0) setFailed(src)
        else if (it?.complete) dropPreview(it)
      }}
    />
  )
}

/** It would show through a picture with holes. */
function dropPreview(picture: HTMLImageElement) {
  picture.style.background = ''
}

const Missing = ({ alt }: { alt: string }) => (
  <span
    {...(alt && { role: 'img', 'aria-label': alt })}
    className="flex size-full items-center justify-center bg-sunken text-ink-faint"
  >
    <Icon name="image" className="size-6 max-w-1/2" />
  </span>
)
