import { useEffect } from 'react'
import { type LightboxGroup, type LightboxItem, openLightbox, updateLightbox } from '../../stores/lightbox.ts'

/** Lets these media be looked through in full: answers what opens them at one of them. */
export function useLightboxGroup(
  name: string,
  items: readonly LightboxItem[],
  onEdge?: LightboxGroup['onEdge'],
): (mediaId: string) => void {
  // What the page draws next is what the open lightbox shows.
  useEffect(() => updateLightbox({ name, items, onEdge }))
  return (mediaId) => openLightbox({ name, items, onEdge }, mediaId)
}
