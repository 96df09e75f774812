import { buffer } from 'node:stream/consumers'
import type { Context, Hono } from 'hono'
import type { Locale } from '../../../contract/hosts.ts'
import { isShareCardLocale } from '../../../contract/share-cards.ts'
import { isUuid } from '../../../contract/uuid.ts'
import { readPersonById, readPersonByUsername } from '../../people/views.ts'
import { failure, type Vars } from '../../platform/http/implement.ts'
import { openPlaces } from '../../platform/http/places.ts'
import { addressKey } from '../../platform/http/rates.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { rememberLast } from '../../platform/remember-last.ts'
import type { Services } from '../../platform/services.ts'
import { getPostForViewer } from '../posts/read.ts'
import { type CardFacts, cardKey } from './card-key.ts'
import { cardLine, cardName, cardWords } from './card-text.ts'
import { drawCard } from './draw.ts'

/**
 * `GET /media/cards/creator/{username}/{locale}` and `/media/cards/post/{id}/{locale}`: the picture that other sites show
 * beside a link (product §67). It is what a visitor may see, so that one drawing serves every caller; a post that is not
 * open to everyone has none.
 */
export function shareCards(app: Hono<Vars>, ctx: Services): void {
  /** The cards that were drawn last, by their key. */
  const cards = new Map<string, Buffer>()
  const serve = (read: (name: string, locale: Locale) => Promise<CardFacts>) => async (c: Context<Vars>) => {
    try {
      const caller = addressKey(c.get('address'))
      await ctx.rates.take('address', caller)
      await ctx.rates.take('heavy', caller)
      const locale = c.req.param('locale') ?? ''
      if (!isShareCardLocale(locale)) throw refuse('not_found')
      const facts = await read(c.req.param('of') ?? '', locale)
      const key = cardKey(facts)
      if (c.req.header('if-none-match') === `"${key}"`)
        return new Response(null, { status: 304, headers: headersOf(key) })
      const drawn = cards.get(key) ?? (await draw(ctx, cards, key, facts))
      return new Response(new Uint8Array(drawn), { headers: { ...headersOf(key), 'content-type': 'image/jpeg' } })
    } catch (error) {
      return failure(error, null, 'share-cards', c.get('locale'), c.get('requestId'))
    }
  }
  app.get(
    '/media/cards/creator/:of/:locale',
    serve((username, locale) => creatorFacts(ctx, username, locale)),
  )
  app.get(
    '/media/cards/post/:of/:locale',
    serve((id, locale) => postFacts(ctx, id, locale)),
  )
}

async function creatorFacts(ctx: Services, username: string, locale: Locale): Promise<CardFacts> {
  const person = await readPersonByUsername(ctx, null, username)
  if (!person?.is_creator || person.username === null) throw refuse('not_found')
  return {
    name: cardName(person.display_name, person.username),
    line: cardLine(person.username, { followers: person.followers_count, posts: person.posts_count }, locale),
    words: null,
    avatar: person.avatar_media_id,
    background: person.cover_media_id,
  }
}

async function postFacts(ctx: Services, id: string, locale: Locale): Promise<CardFacts> {
  if (!isUuid(id)) throw refuse('not_found')
  const post = await getPostForViewer(ctx, null, id)
  if (!post.access.allowed || post.visibility !== 'public') throw refuse('not_found')
  const author = await readPersonById(ctx, null, post.author.id)
  if (!author?.is_creator || author.username === null) throw refuse('not_found')
  const shown = post.media.find((it) => !it.locked && (it.type === 'IMAGE' || it.poster !== null))
  return {
    name: cardName(author.display_name, author.username),
    line: cardLine(author.username, { followers: author.followers_count, posts: author.posts_count }, locale),
    words: cardWords(post.text),
    avatar: author.avatar_media_id,
    background: shown?.id ?? author.cover_media_id,
  }
}

/** A node draws one card at a time, and refuses `unavailable` where too many wait: a card is worth no more than that. */
const inPlace = openPlaces(1)({ waiting: 7 })

const draw = (ctx: Services, cards: Map<string, Buffer>, key: string, facts: CardFacts): Promise<Buffer> =>
  inPlace(async () => {
    const before = cards.get(key)
    if (before !== undefined) return before
    const [avatar, background] = await Promise.all([
      pictureOf(ctx, facts.avatar, 'thumb'),
      pictureOf(ctx, facts.background, 'card'),
    ])
    const drawn = await drawCard({ ...facts, avatar, background })
    rememberLast(cards, key, drawn, mostCards)
    return drawn
  })
/** At about 70 KB each they take 9 MB of a node at most. */
const mostCards = 128

/** The stored picture; null where its bytes are not there, and the card is drawn without it. */
async function pictureOf(ctx: Services, id: string | null, variant: 'thumb' | 'card'): Promise<Buffer | null> {
  const found = id === null ? null : await ctx.storage.read(`${id}/${variant}`)
  return found && buffer(found.stream as unknown as AsyncIterable<Uint8Array>)
}

/** As short as for every public picture: then it is asked again whether there still is such a card (safety §P5). */
const headersOf = (key: string) => ({
  etag: `"${key}"`,
  'cache-control': 'public, max-age=30, must-revalidate',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
})
