import { useState } from 'react'
import { mediaPerMessage } from '../../../contract/limits.ts'
import type { PrivateMedia } from '../../../contract/media.ts'
import { paidCents } from '../../../contract/prices.ts'
import { coinInput, moneyText } from '../../lib/money.ts'
import { parseCoins } from '../../lib/parse-coins.ts'
import { m } from '../../paraglide/messages.js'
import { useReadMedia } from '../../queries/vault.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { useOnBehalf } from '../frame/on-behalf.ts'
import { useClosed } from '../frame/use-closed.ts'
import { MediaPicker } from '../vault/media-picker.tsx'
import { useArrivals } from '../vault/use-arrivals.ts'
import { AttachedStrip, type Chosen } from './attached-strip.tsx'

export type Attached = { media: readonly PrivateMedia[]; previewIds: readonly string[]; price: number | null }
export const nothingAttached: Attached = { media: [], previewIds: [], price: null }

type AttachSheetProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  attached: Attached
  onAttach: (attached: Attached) => void
  /** The only fan who gets the message. */
  forFan?: string
}

/** Choosing from the vault: what goes along, what of it is a free preview, and what the rest costs. */
export function AttachSheet({ open, onOpenChange, attached, onAttach, forFan }: AttachSheetProps) {
  const closed = useClosed('can_medias')
  const state = useAttached(attached, open)
  const { chosen, previews, price, problem } = state
  const of = useOnBehalf()
  const read = useReadMedia(of)
  const done = () =>
    read.mutate(
      chosen.map((it) => it.id),
      {
        onSuccess: (media) => {
          onAttach({ media, previewIds: price === null ? [] : previews, price: price ?? null })
          onOpenChange(false)
        },
      },
    )
  return (
    <Sheet
      open={open}
      wide={closed === null}
      onOpenChange={onOpenChange}
      title={of ? m.chat_attach() : m.chat_attach_title()}
      actions={
        <div className="flex w-full flex-col gap-3">
          {closed === null && chosen.length > 0 && <Terms state={state} />}
          <Button
            variant="primary"
            wide
            busy={read.isPending}
            disabledReason={closed ?? (chosen.length > 0 ? problem : null)}
            onClick={done}
          >
            {attachLabel(chosen.length > 0, price)}
          </Button>
        </div>
      }
    >
      {closed ? (
        <p className="text-ink-soft">{closed}</p>
      ) : (
        <MediaPicker chosen={chosen.map((it) => it.id)} onToggle={state.toggle} forFan={forFan} />
      )}
    </Sheet>
  )
}

/** What the press does: it never attaches for free what was meant to be sold. */
function attachLabel(isChosen: boolean, price: number | null | undefined): string {
  if (!isChosen || price === undefined) return m.chat_attach_done()
  return price === null ? m.chat_attach_free() : m.chat_attach_for({ price: moneyText(price) })
}

/** What is chosen so far, its previews and its price as it is written. */
function useAttached(attached: Attached, isOpen: boolean) {
  const [chosen, setChosen] = useState<readonly Chosen[]>(attached.media)
  const [previewIds, setPreviewIds] = useState<readonly string[]>(attached.previewIds)
  const [written, setWritten] = useState(attached.price === null ? '' : coinInput(attached.price))
  // What went along with the last message, or was taken off, is not chosen for the next one.
  const [shown, setShown] = useState(attached)
  if (shown !== attached) {
    setShown(attached)
    setChosen(attached.media)
    setPreviewIds(attached.previewIds)
    setWritten(attached.price === null ? '' : coinInput(attached.price))
  }
  const of = useOnBehalf()
  const read = useReadMedia(of)
  const add = (media: readonly Chosen[]) => setChosen((them) => [...them, ...media].slice(0, mediaPerMessage))
  // At the desk the viewer's own uploads go into another vault.
  useArrivals(isOpen && of === null, (ids) => read.mutate(ids, { onSuccess: add }))
  const toggle = (media: Chosen) =>
    setChosen((them) =>
      them.some((it) => it.id === media.id)
        ? them.filter((it) => it.id !== media.id)
        : [...them, media].slice(0, mediaPerMessage),
    )
  const price = priceOf(written)
  const previews = previewIds.filter((id) => chosen.some((it) => it.id === id))
  const problem =
    price === undefined
      ? m.chat_attach_price_wrong()
      : price !== null && previews.length === chosen.length
        ? m.chat_attach_price_previews()
        : null
  return { chosen, toggle, previews, setPreviewIds, written, setWritten, price, problem }
}

/** The price of what is chosen, which of it is free, and what the fans have already. */
function Terms({ state }: { state: ReturnType<typeof useAttached> }) {
  const priceClosed = useClosed('can_payment')
  const { chosen, previews, setPreviewIds, written, setWritten, price, problem } = state
  const sold = chosen.filter((it) => !previews.includes(it.id))
  const [open, owned] = [sold.filter((it) => it.is_public).length, sold.filter((it) => it.for_fan === 'owned').length]
  return (
    <>
      <AttachedStrip chosen={chosen} previewIds={price ? previews : null} onPreviews={setPreviewIds} />
      <Field
        label={m.chat_attach_price()}
        optional
        hint={priceClosed ?? m.chat_attach_price_hint()}
        error={written ? problem : null}
      >
        <Input
          inputMode="decimal"
          value={written}
          readOnly={priceClosed !== null}
          onChange={(event) => setWritten(event.target.value)}
        />
      </Field>
      {price != null && open + owned > 0 && (
        <p role="status" className="text-ink-soft text-sm">
          {open > 0 && m.vault_public_priced({ count: open })} {owned > 0 && m.vault_owned_priced({ count: owned })}
        </p>
      )}
    </>
  )
}

/** Coins within the limits; null for nothing written, undefined for anything else. */
function priceOf(written: string): number | null | undefined {
  if (written.trim() === '') return null
  return parseCoins(written, paidCents) ?? undefined
}
