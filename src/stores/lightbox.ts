import type { ReactNode } from 'react'
import { create } from 'zustand'
import type { Media } from '../../contract/media.ts'
import type { Post } from '../../contract/posts.ts'
import type { Purchase } from './purchase.ts'

/** A media as it is looked at in full: open, or locked with what it costs and how it is bought. */
export type LightboxItem = {
  media: Media
  /** The alternative text where its creator has not described it. */
  alt: string
  price?: number | null
  onUnlock?: () => void
  /** What else opens it: a button to sign in, to follow or to subscribe. */
  action?: ReactNode
  /** The post that shows it, which is liked from within. */
  post?: Post
  /** The page of its post, where that is not the page that opened it. */
  postHref?: string
  /** Whose it is: a creator who can be tipped from within. */
  creator?: Extract<Purchase, { kind: 'tip' }>['creator']
}

/** What is looked through together: the media of a post, a conversation, the library. */
export type LightboxGroup = {
  name: string
  items: readonly LightboxItem[]
  /** Asks for more items when the first or the last are near. */
  onEdge?: ((edge: 'start' | 'end') => void) | undefined
}

/** The group that is open and the media at which it was opened; its code is loaded with the first one. */
export const useLightbox = create<{ group: LightboxGroup | null; mediaId: string }>(() => ({
  group: null,
  mediaId: '',
}))

export function openLightbox(group: LightboxGroup, mediaId: string): void {
  useLightbox.setState({ group, mediaId })
}

/** What is bought, liked or loaded meanwhile shows in the open group. */
export function updateLightbox(group: LightboxGroup): void {
  if (useLightbox.getState().group?.name === group.name) useLightbox.setState({ group })
}

export function closeLightbox(): void {
  useLightbox.setState({ group: null, mediaId: '' })
}
