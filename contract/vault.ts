import * as v from 'valibot'
import { creator, endpoint } from './endpoint.ts'
import { mediaPerChoice, tagsPerMedia } from './limits.ts'
import { id, time } from './shapes.ts'
import { folderName, mediaTypes, tagName, vaultFilter } from './vault-filter.ts'

/** A media as a tile of the vault's grid shows it. The rest is `media.get`. */
const tileShape = v.object({
  id: v.string(),
  type: v.picklist(mediaTypes),
  state: v.picklist(['processing', 'ready', 'failed']),
  reason: v.nullable(v.string()),
  name: v.nullable(v.string()),
  /** A blurred data: URI for the time until the thumb has come. */
  preview: v.nullable(v.string()),
  thumb: v.nullable(v.string()),
  duration: v.nullable(v.number()),
  /** Visitors see it already: in a public post, as a free preview, or as avatar or cover. */
  is_public: v.boolean(),
  /** Number of posts and messages that hold it, and of fans who own it. */
  used: v.number(),
  sold: v.number(),
  for_fan: v.nullable(v.picklist(['owned', 'sent', 'never'])),
  created_at: time,
})
export type VaultTile = v.InferOutput<typeof tileShape>

const ids = v.pipe(v.array(id), v.maxLength(mediaPerChoice))

/** Media by their ids, or everything that a filter matches: between two of them, and without exceptions. */
const choiceShape = v.pipe(
  v.object({
    ids: v.optional(ids),
    filter: v.optional(v.object(vaultFilter)),
    /** The first and the last media of a range, in either order. */
    between: v.optional(v.strictTuple([id, id])),
    except: v.optional(ids),
  }),
  v.check((it) => it.ids !== undefined || it.filter !== undefined, 'neither ids nor a filter'),
)
export type VaultChoice = v.InferOutput<typeof choiceShape>

/** How much a change did, what the vault and its trash hold now, and the handle that undoes it; null for `erase`. */
const changeShape = v.object({
  changed: v.number(),
  /** Media left out because another tag would be one too many. */
  skipped: v.number(),
  counts: v.object({ vault: v.number(), trash: v.number() }),
  undo: v.nullable(v.string()),
})
export type VaultChange = v.InferOutput<typeof changeShape>

const vaultActs = ['move', 'tag', 'untag', 'delete', 'restore', 'erase'] as const

export const vault = {
  index: endpoint({
    method: 'GET',
    path: '/api/vault/index',
    access: creator('can_medias'),
    input: v.object(vaultFilter),
    output: v.object({
      count: v.number(),
      /** `month` as `2026-01`, in UTC; a month of more than 500 media has several buckets. */
      buckets: v.array(v.object({ month: v.string(), count: v.number(), bucket: v.string() })),
      /** The newest media, as many as a screen shows, so that they are drawn before their bucket has come. */
      first: v.array(tileShape),
    }),
    errors: [],
    summary:
      'The months of the vault in buckets of at most 500 media, newest first, for a grid of a known height; and the newest media.',
  }),
  bucket: endpoint({
    method: 'GET',
    path: '/api/vault/bucket',
    access: creator('can_medias'),
    input: v.object({ ...vaultFilter, bucket: v.pipe(v.string(), v.maxLength(300)) }),
    output: v.object({ data: v.array(tileShape) }),
    errors: [],
    summary: 'The media of a bucket of the index, newest first; with the same filter as the index.',
  }),
  change: endpoint({
    method: 'POST',
    path: '/api/vault/change',
    access: creator('can_medias'),
    input: v.pipe(
      v.object({
        choice: choiceShape,
        act: v.picklist(vaultActs),
        /** For `move`; null takes media out of their folders. */
        folder: v.optional(v.nullable(folderName)),
        /** For `tag` and `untag`. */
        tags: v.optional(v.pipe(v.array(tagName), v.minLength(1), v.maxLength(tagsPerMedia))),
      }),
      v.check(({ act, folder }) => (act === 'move') === (folder !== undefined), 'a folder is for moving'),
      v.check(({ act, tags }) => (act === 'tag' || act === 'untag') === (tags !== undefined), 'tags are for tagging'),
    ),
    output: changeShape,
    errors: [],
    summary: 'Move, tag, untag, delete or restore many media at once, or erase them from the trash.',
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/vault/undo',
    access: creator('can_medias'),
    input: v.object({ undo: id }),
    output: changeShape,
    errors: ['not_found'],
    summary: 'Undo a change of many media, except for media that were changed again since.',
  }),
  renameFolder: endpoint({
    method: 'POST',
    path: '/api/vault/folders/rename',
    access: creator('can_medias'),
    input: v.object({ folder: folderName, to: folderName }),
    output: changeShape,
    errors: ['not_found'],
    summary: 'Rename a folder; a name that exists already joins the two.',
  }),
}
