import type { Media, PrivateMedia } from '../../../contract/media.ts'
import type { VaultTile } from '../../../contract/vault.ts'
import type { Services } from '../services.ts'
import { type AddressFlag, rebindMediaUrl } from './signing.ts'

/**
 * What a creator sees, for an operator in person who calls for them under a grant (product §57): the addresses, which are
 * bound to the creator, are bound to the operator, the grant and the flag instead.
 */
export function boundToOperator(ctx: Services, acting: ActingInPerson | null, flag: AddressFlag) {
  const holder = { viewerId: acting?.operatorId ?? '', grant: { id: acting?.grantId ?? '', flag } }
  const rebind = (url: string | null): string | null =>
    url === null || acting === null ? null : rebindMediaUrl(url, { ...holder, now: ctx.now(), secret: ctx.env.SECRET })
  const media = <M extends Media>(it: M): M => ({
    ...it,
    url: rebind(it.url),
    small: rebind(it.small),
    full: rebind(it.full),
    download: rebind(it.download),
    hls: rebind(it.hls),
    strip: it.strip && { ...it.strip, url: rebind(it.strip.url) ?? '' },
    poster: rebind(it.poster),
    captions: it.captions.map((captions) => ({ ...captions, url: rebind(captions.url) ?? '' })),
  })
  return {
    media,
    ofVault: (it: PrivateMedia): PrivateMedia => ({ ...media(it), thumb: rebind(it.thumb) }),
    tile: (it: VaultTile): VaultTile => ({ ...it, thumb: rebind(it.thumb) }),
  }
}
type ActingInPerson = { operatorId: string; grantId: string }
