import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { mediaPerMessage, paidCents } from '../../../contract/limits.ts'
import type { PrivateMedia } from '../../../contract/media.ts'
import { coinInput } from '../../lib/money.ts'
import { parseCoins } from '../../lib/parse-coins.ts'
import { m } from '../../paraglide/messages.js'
import { vaultQuery } from '../../queries/media.ts'
import { Button } from '../../ui/button.tsx'
import { buttonClasses } from '../../ui/button-classes.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Input } from '../../ui/input.tsx'
import { ListEnd } from '../../ui/list-end.tsx'
import { mediaDescription } from '../../ui/media-facts.ts'
import { Picture } from '../../ui/picture.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { LoadError } from '../frame/load-error.tsx'
import { useClosed } from '../frame/use-closed.ts'

export type Attached = { media: readonly PrivateMedia[]; previewIds: readonly string[]; price: number | null }
export const nothingAttached: Attached = { media: [], previewIds: [], price: null }

type AttachSheetProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  attached: Attached
  onAttach: (attached: Attached) => void
}

/** Choosing from the vault: what goes along, what of it is a free preview, and what the rest costs. */
export function AttachSheet({ open, onOpenChange, attached, onAttach }: AttachSheetProps) {
  const closed = useClosed('can_medias')
  const priceClosed = useClosed('can_payment')
  const [chosen, setChosen] = useState<readonly PrivateMedia[]>(attached.media)
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
  const price = priceOf(written)
  const previews = previewIds.filter((id) => chosen.some((it) => it.id === id))
  const problem =
    price === undefined
      ? m.chat_attach_price_wrong()
      : price !== null && previews.length === chosen.length
        ? m.chat_attach_price_previews()
        : null
  const toggle = (media: PrivateMedia) =>
    setChosen((them) =>
      them.some((it) => it.id === media.id)
        ? them.filter((it) => it.id !== media.id)
        : [...them, media].slice(0, mediaPerMessage),
    )
  const done = () => {
    onAttach({ media: chosen, previewIds: price === null ? [] : previews, price: price ?? null })
    onOpenChange(false)
  }
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={m.chat_attach_title()}
      actions={
        <Button variant="primary" wide disabledReason={closed ?? (chosen.length > 0 ? problem : null)} onClick={done}>
          {m.chat_attach_done()}
        </Button>
      }
    >
      {closed ? (
        <p className="text-ink-soft">{closed}</p>
      ) : (
        <Vault chosen={chosen} previewIds={price ? previewIds : null} onToggle={toggle} onPreviews={setPreviewIds} />
      )}
      {chosen.length > 0 && (
        <Field
          className="mt-4"
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
      )}
    </Sheet>
  )
}

type VaultProps = {
  chosen: readonly PrivateMedia[]
  /** Null while nothing is sold. */
  previewIds: readonly string[] | null
  onToggle: (media: PrivateMedia) => void
  onPreviews: (ids: readonly string[]) => void
}

function Vault({ chosen, previewIds, onToggle, onPreviews }: VaultProps) {
  const vault = useInfiniteQuery(vaultQuery())
  const all = vault.data?.pages.flatMap((page) => page.data).filter((it) => it.state === 'ready') ?? []
  if (vault.isPending) return <Spinner />
  if (vault.isError) return <LoadError error={vault.error} onRetry={() => void vault.refetch()} />
  if (all.length === 0) {
    return (
      <EmptyState
        title={m.chat_attach_empty()}
        action={
          <Link to="/upload" className={buttonClasses({ variant: 'primary' })}>
            {m.chat_attach_upload()}
          </Link>
        }
      >
        {m.chat_attach_empty_text()}
      </EmptyState>
    )
  }
  return (
    <>
      <ul className="grid grid-cols-3 gap-1 sm:grid-cols-4">
        {all.map((media) => {
          const isChosen = chosen.some((it) => it.id === media.id)
          const isPreview = previewIds?.includes(media.id) ?? false
          return (
            <li key={media.id} className="relative">
              <button
                type="button"
                aria-pressed={isChosen}
                aria-label={mediaDescription(media)}
                onClick={() => onToggle(media)}
                className="block aspect-square w-full overflow-hidden rounded-control bg-sunken outline-offset-2 aria-pressed:ring-3 aria-pressed:ring-signal aria-pressed:ring-inset"
              >
                <Picture
                  src={(media.type === 'IMAGE' ? media.url : null) ?? media.preview}
                  alt=""
                  loading="lazy"
                  className="size-full object-cover"
                  {...(media.type !== 'IMAGE' && { instead: null })}
                />
                {isChosen && (
                  <Icon
                    name="circle-check"
                    className="absolute top-1.5 right-1.5 size-6 rounded-full bg-signal text-on-signal"
                  />
                )}
              </button>
              {isChosen && previewIds !== null && (
                <button
                  type="button"
                  aria-pressed={isPreview}
                  onClick={() =>
                    onPreviews(isPreview ? previewIds.filter((id) => id !== media.id) : [...previewIds, media.id])
                  }
                  className="min-h-11 w-full text-xs aria-pressed:font-bold"
                >
                  <Icon name={isPreview ? 'check' : 'eye'} className="mr-1 inline size-3.5" />
                  {m.chat_attach_preview()}
                </button>
              )}
            </li>
          )
        })}
      </ul>
      {vault.hasNextPage && (
        <ListEnd hasMore loading={vault.isFetchingNextPage} onMore={() => void vault.fetchNextPage()} />
      )}
    </>
  )
}

/** Coins within the limits; null for nothing written, undefined for anything else. */
function priceOf(written: string): number | null | undefined {
  if (written.trim() === '') return null
  return parseCoins(written, paidCents) ?? undefined
}
