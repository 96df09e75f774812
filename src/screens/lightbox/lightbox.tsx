import { useCallback, useMemo, useState } from 'react'
import Lightbox, { type Render } from 'yet-another-react-lightbox'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import 'yet-another-react-lightbox/styles.css'
import { m } from '../../paraglide/messages.js'
import { closeLightbox, type LightboxItem, useLightbox } from '../../stores/lightbox.ts'
import { Icon } from '../../ui/icon.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useOverlay } from '../../ui/use-overlay.ts'
import { LightboxFooter } from './lightbox-footer.tsx'
import { Other } from './other-slide.tsx'
import { slideOf } from './slides.ts'

/** Everything that opens, whole: zoomed, swiped through, closed by Back, Escape or a swipe down. */
export function LightboxPanel() {
  const { group, mediaId } = useLightbox()
  const [seenId, setSeenId] = useState(mediaId)
  const [isZoomed, setIsZoomed] = useState(false)
  useOverlay({ open: true, close: closeLightbox })
  // A media that was sent or posted twice is one of them.
  const items = useMemo(() => [...new Map(group?.items.map((it) => [it.media.id, it])).values()], [group])
  const slides = useMemo(() => items.map(slideOf), [items])
  // Found by its id: items may be loaded before it.
  const index = Math.max(
    0,
    items.findIndex((it) => it.media.id === seenId),
  )
  const onView = useCallback(
    ({ index: at }: { index: number }) => {
      const seen = items[at]
      if (seen !== undefined) setSeenId(seen.media.id)
      if (at < edgeSize) group?.onEdge?.('start')
      if (at >= items.length - edgeSize) group?.onEdge?.('end')
    },
    [items, group],
  )
  return (
    <Lightbox
      open
      close={closeLightbox}
      index={index}
      slides={slides}
      plugins={[Zoom]}
      render={{ ...render(isZoomed, items[index]), ...(items.length < 2 && { buttonPrev: none, buttonNext: none }) }}
      labels={labels()}
      carousel={{ finite: true, padding: 0, preload: 1 }}
      controller={{ closeOnPullDown: true }}
      animation={{ fade: 150, swipe: 250 }}
      zoom={{ maxZoomPixelRatio: 2, pinchZoomV4: true, scrollToZoom: true, doubleClickMaxStops: 1 }}
      toolbar={{ buttons: [<Counter key="counter" at={index + 1} of={items.length} />, 'zoom', 'close'] }}
      on={{ view: onView, zoom: ({ zoom }) => setIsZoomed(zoom > 1) }}
      styles={{ root: { '--yarl__portal_zindex': 35, '--yarl__color_backdrop': 'var(--scrim)' } }}
    />
  )
}

const none = () => null
/** So many items from the first or the last, more are asked for. */
const edgeSize = 3

const render = (isZoomed: boolean, current: LightboxItem | undefined): Render => ({
  slide: ({ slide, offset }) =>
    slide.type === 'other' ? <Other item={slide.item} isCurrent={offset === 0} /> : undefined,
  // The size that the page has already lies below until the full one has come.
  slideContainer: ({ slide, children }) => (
    <>
      {slide.type !== 'other' && slide.item?.media.url && !isZoomed && (
        <img
          src={slide.item.media.url}
          alt=""
          className="pointer-events-none absolute inset-0 m-auto size-full object-contain"
          style={{ maxWidth: slide.width, maxHeight: slide.height }}
        />
      )}
      {children}
    </>
  ),
  // The slides beside it are out of sight, and so are their buttons for the keyboard.
  slideFooter: ({ slide }) => current !== undefined && slide.item === current && <LightboxFooter item={current} />,
  iconClose: () => <Icon name="x" className="size-6" />,
  iconPrev: () => <Icon name="chevron-left" className="size-8" />,
  iconNext: () => <Icon name="chevron-right" className="size-8" />,
  iconZoomIn: () => <Icon name="plus" className="size-6" />,
  iconZoomOut: () => <Icon name="minus" className="size-6" />,
  iconLoading: () => <Spinner />,
})

function Counter({ at, of }: { at: number; of: number }) {
  if (of < 2) return null
  return (
    <span className="yarl__button pointer-events-none mr-auto self-center text-sm leading-6 tabular-nums">
      {m.lightbox_place({ at, of })}
    </span>
  )
}

const labels = () => ({
  Previous: m.lightbox_previous(),
  Next: m.lightbox_next(),
  Close: m.ui_close(),
  'Zoom in': m.lightbox_zoom_in(),
  'Zoom out': m.lightbox_zoom_out(),
  Lightbox: m.lightbox_title(),
  'Photo gallery': m.lightbox_title(),
  Slide: m.lightbox_slide(),
  Carousel: m.lightbox_carousel(),
  '{index} of {total}': m.lightbox_place({ at: '{index}', of: '{total}' }),
})
