import { clsx } from 'clsx'
import { memo } from 'react'
import type { VaultTile } from '../../../contract/vault.ts'
import { m } from '../../paraglide/messages.js'
import { Icon } from '../../ui/icon.tsx'
import { clock, mediaKind } from '../../ui/media-facts.ts'
import { Picture } from '../../ui/picture.tsx'
import { reasonText } from './reason-text.ts'

/** What a tile of the grid shows: its picture, its kind and length, what is known of its use, and on a closer look its name. */
export const TileContent = memo(function TileContent({ tile }: { tile: VaultTile }) {
  if (tile.state !== 'ready') return <Unready tile={tile} />
  const isPicture = tile.type === 'IMAGE'
  return (
    <>
      <Picture
        src={tile.thumb ?? tile.preview}
        alt=""
        decoding="async"
        draggable={false}
        className="size-full object-cover"
        {...(!isPicture && { instead: null })}
      />
      {!isPicture && !tile.thumb && (
        <Icon
          name={tile.type === 'VIDEO' ? 'video' : 'volume-2'}
          className="-translate-1/2 absolute top-1/2 left-1/2 size-7 text-on-scrim"
        />
      )}
      <span className="pointer-events-none absolute inset-x-0 bottom-0 flex flex-col bg-linear-to-t from-scrim/80 to-transparent px-1.5 pt-5 pb-1 text-left text-on-scrim text-xs">
        <span aria-hidden className="hidden truncate font-medium group-focus-within:block group-hover:block">
          {tile.name}
        </span>
        <span className="flex min-h-4 items-center gap-1.5 tabular-nums">
          {tile.is_public && <Fact icon="globe" label={m.vault_public()} />}
          {tile.used > 0 && !tile.is_public && <Fact icon="check" label={m.vault_used()} />}
          {tile.sold > 0 && (
            <>
              <Fact icon="coins" label={m.vault_sold({ count: tile.sold })} />
              <span aria-hidden>{tile.sold}</span>
            </>
          )}
          {tile.duration !== null && <span className="ml-auto">{clock(tile.duration)}</span>}
        </span>
      </span>
      <ForFan tile={tile} />
    </>
  )
})

/** A name for screen readers: what it is, how it is called. */
export const tileName = ({ name, type }: Pick<VaultTile, 'name' | 'type'>): string =>
  name ?? m.vault_unnamed({ kind: mediaKind(type) })

function Fact({ icon, label }: { icon: 'globe' | 'check' | 'coins'; label: string }) {
  return (
    <>
      <Icon name={icon} className="size-3.5" />
      <span className="sr-only">{label}</span>
    </>
  )
}

/** What the fan of the conversation has of it already. */
function ForFan({ tile }: { tile: VaultTile }) {
  if (tile.for_fan !== 'owned' && tile.for_fan !== 'sent') return null
  return (
    <span
      className={clsx(
        'absolute top-1.5 left-1.5 rounded-full px-2 py-0.5 font-semibold text-xs',
        tile.for_fan === 'owned' ? 'bg-brass text-on-brass' : 'bg-scrim/75 text-on-scrim',
      )}
    >
      {tile.for_fan === 'owned' ? m.vault_owned() : m.vault_sent()}
    </span>
  )
}

function Unready({ tile }: { tile: VaultTile }) {
  const failed = tile.state === 'failed'
  return (
    <span className="flex size-full flex-col items-center justify-center gap-1 p-2 text-center text-ink-soft text-xs">
      <Icon name={failed ? 'triangle-exclamation-point' : 'clock'} className="size-6" />
      <span className="max-w-full truncate">{tile.name}</span>
      <span className="line-clamp-2">
        {failed ? m.upload_failed({ reason: reasonText(tile.reason) }) : m.upload_processing()}
      </span>
    </span>
  )
}
