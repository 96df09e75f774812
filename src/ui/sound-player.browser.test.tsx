import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fiona, photo, renderFor, signedIn } from '../../tests/support/component.tsx'
import { closeSound, useSound } from '../stores/sound.ts'
import { SoundPlayer } from './sound-player.tsx'

const song = (id: string, waveform: number[] | null = Array.from({ length: 200 }, (_, at) => at % 100)) =>
  photo({ type: 'SOUND', id, locked: false, duration: 40, url: `/media/${id}/sound?v=u`, waveform })
const part = (
  <article>
    <SoundPlayer media={song('1')} label="First" by="Posted by Mina" />
    <SoundPlayer media={song('2', null)} label="Second" by="Posted by Mina" />
  </article>
)
const first = page.getByRole('group', { name: 'Sound: First' })
const second = page.getByRole('group', { name: 'Sound: Second' })

it('draws the waveform where there is one, and has a plain slider where there is none', async () => {
  await renderFor(signedIn(fiona), part)
  await expect.element(first.getByRole('slider', { name: 'Position' })).toBeVisible()
  await expect.element(second.getByRole('slider', { name: 'Position' })).toBeVisible()
  expect(document.querySelectorAll('svg path[d^="M0.2"]')).toHaveLength(2)
})

it('loads nothing before it is wanted, and then plays with its neighbours as the list', async () => {
  closeSound()
  await renderFor(signedIn(fiona), part)
  expect(document.querySelector('audio[src]')).toBeNull()
  await userEvent.click(first.getByRole('button', { name: 'Play' }))
  const { track, list } = useSound.getState()
  expect([track?.id, track?.by, list.map((it) => it.id)]).toEqual(['1', 'Posted by Mina', ['1', '2']])
  expect(document.querySelector('audio[data-sound]')?.getAttribute('src')).toBe('/media/1/sound?v=u')
})

it('says where it could not be played', async () => {
  closeSound()
  await renderFor(signedIn(fiona), part)
  await userEvent.click(second.getByRole('button', { name: 'Play' }))
  await expect.element(second.getByText('This file could not be played')).toBeVisible()
  await expect.element(first.getByRole('slider', { name: 'Position' })).toBeVisible()
})

it('plays on after its page is gone, unless it is a recording that is not sent yet', async () => {
  closeSound()
  const recording = await renderFor(signedIn(fiona), <SoundPlayer media={song('3')} label="Mine" isLocal />)
  await userEvent.click(page.getByRole('button', { name: 'Play' }))
  await recording.unmount()
  expect(useSound.getState().track).toBeNull()
  const sent = await renderFor(signedIn(fiona), <SoundPlayer media={song('4')} label="Sent" />)
  await userEvent.click(page.getByRole('button', { name: 'Play' }))
  await sent.unmount()
  expect(useSound.getState().track?.id).toBe('4')
  closeSound()
})
