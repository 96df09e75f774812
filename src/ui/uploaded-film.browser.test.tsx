import { useState } from 'react'
import { flushSync } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Media } from '../../contract/media.ts'
import { photo, renderFor } from '../../tests/support/component.tsx'
import { Film } from './film.tsx'
import { UploadedFilm } from './uploaded-film.tsx'

const lines = 'WEBVTT\n\n00:00.000 --> 00:01.000\nLa marée est basse'

it('takes up a film that the server’s page had loaded before its code came', async () => {
  localStorage.setItem('captions_language', 'fr')
  localStorage.setItem('film_speed', '1.5')
  const { video, hydrate } = await serverPage(URL.createObjectURL(await record()))
  await expect.poll(() => video.readyState).toBeGreaterThanOrEqual(HTMLMediaElement.HAVE_CURRENT_DATA)
  const ended = hydrate()
  await expect.poll(() => [...video.textTracks].map((it) => it.mode)).toEqual(['showing'])
  expect(video.playbackRate).toBe(1.5)
  ended()
  localStorage.clear()
})

it('says that a film cannot be played which the server’s page had tried before', async () => {
  const { container, video, hydrate } = await serverPage(URL.createObjectURL(new Blob(['not a film'])))
  await expect.poll(() => video.error).not.toBeNull()
  const ended = hydrate()
  await expect.poll(() => container.textContent).toContain('This file could not be played')
  ended()
})

it('goes on with a film that plays as it was uploaded when its sizes come', async () => {
  const media = photo({ type: 'VIDEO', locked: false, url: URL.createObjectURL(await record()), duration: 1 })
  await renderFor(null, <Playing media={media} />)
  await expect.poll(() => document.querySelector('video')).not.toBeNull()
  const video = document.querySelector('video')
  if (!video) throw new Error('There is no film.')
  video.muted = true
  await video.play()
  flushSync(() => give({ ...media, hls: '/api/media/film.m3u8' }))
  expect(document.querySelector('video')).toBe(video)
})

let give: (media: Media) => void = () => undefined
function Playing({ media }: { media: Media }) {
  const [shown, setShown] = useState(media)
  give = setShown
  return <Film media={shown} label="A film" />
}

/** A page with a film as the server sends it, whose code comes with `hydrate`. */
async function serverPage(url: string) {
  const captions = [{ language: 'fr', by_machine: false, url: URL.createObjectURL(new Blob([lines])) }]
  const media = photo({ type: 'VIDEO', locked: false, url, captions })
  const part = <UploadedFilm media={media} name="A film" autoPlay className={undefined} />
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = renderToString(part)
  const video = container.querySelector('video')
  if (!video) throw new Error('The server wrote no film.')
  const hydrate = () => {
    const root = hydrateRoot(container, part)
    return () => {
      root.unmount()
      container.remove()
    }
  }
  return { container, video, hydrate }
}

/** A film of a second or less, recorded from a canvas. */
async function record(): Promise<Blob> {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  const recorder = new MediaRecorder(canvas.captureStream(30), { mimeType: 'video/webm' })
  const parts: Blob[] = []
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data))
  const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve))
  recorder.start()
  for (let frame = 0; frame < 20; frame++) {
    context?.fillRect(frame, frame, 20, 20)
    await new Promise(requestAnimationFrame)
  }
  recorder.stop()
  await stopped
  return new Blob(parts, { type: 'video/webm' })
}
