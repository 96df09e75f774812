import { useEffect, useState } from 'react'
import type { TrackingLink } from '../../../contract/tracking-links.ts'
import { m } from '../../paraglide/messages.js'
import { Sheet } from '../../ui/sheet.tsx'
import { shownUrl } from './link-table.tsx'

/** The link as a picture that a phone reads, for a poster or a screen. */
export function QrCode({ link, onClose }: { link: TrackingLink; onClose: () => void }) {
  const [drawn, setDrawn] = useState('')
  useEffect(() => {
    let isHere = true
    void import('uqr').then(
      ({ renderSVG }) =>
        isHere && setDrawn(`data:image/svg+xml,${encodeURIComponent(renderSVG(link.url, { border: 2 }))}`),
    )
    return () => {
      isHere = false
    }
  }, [link.url])
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()} title={m.links_qr()}>
      <div className="flex flex-col items-center gap-3">
        {drawn && (
          <img src={drawn} alt={m.links_qr_of({ name: link.name })} width={280} height={280} className="bg-on-scrim" />
        )}
        <p className="wrap-anywhere text-ink-soft text-sm">{shownUrl(link.url)}</p>
      </div>
    </Sheet>
  )
}
