import { expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fiona, photo, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { Film } from '../../ui/film.tsx'

const film = (hls: string | null) =>
  photo({ type: 'VIDEO', locked: false, duration: 83, url: '/media/1/full?v=u', hls, width: 640, height: 480 })
const video = () => document.querySelector('video')
const play = page.getByRole('button', { name: 'Play Video: The pier' })

it('plays as it was uploaded where there are no sizes', async () => {
  const seen = watchSources()
  await renderFor(signedIn(fiona), <Film media={film(null)} label="The pier" />)
  await expect.poll(() => seen).toContain('/media/1/full?v=u')
  await expect.element(play).not.toBeInTheDocument()
})

it('is a poster with its length, and loads nothing before it is wanted', async () => {
  await renderFor(signedIn(fiona), <Film media={film('/media/1/film-list?v=u')} label="The pier" />)
  await expect.element(play).toBeVisible()
  await expect.element(page.getByText('1:23')).toBeVisible()
  expect(video()).toBeNull()
})

it('plays as it was uploaded where its sizes cannot be loaded', async () => {
  await renderFor(signedIn(fiona), <Film media={film('/media/1/film-list?v=u')} label="The pier" />)
  await userEvent.click(play)
  const seen = watchSources()
  // Neither does the upload here, which it says.
  await expect.element(page.getByText('This file could not be played')).toBeVisible()
  expect(seen).toContain('/media/1/full?v=u')
})

it('plays in a loop without its sound while it is in view, and asks for the sound by a press', async () => {
  const seen = watchFilm((film) => ({ muted: film.muted, loop: film.loop }))
  await renderFor(signedIn(fiona), filmInView())
  await expect.poll(() => seen[0]).toEqual({ muted: true, loop: true })
  await expect.element(play).toBeVisible()
})

it.each([
  [
    'saves data',
    () => Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true }),
  ],
  ['wants no motion', () => vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('motion') }))],
])('stands still for a viewer who %s', async (_, wish) => {
  const known = Object.getOwnPropertyDescriptor(navigator, 'connection')
  onTestFinished(() => {
    if (known) Object.defineProperty(navigator, 'connection', known)
    else Reflect.deleteProperty(navigator, 'connection')
  })
  wish()
  await renderFor(signedIn(fiona), filmInView())
  await expect.element(play).toBeVisible()
  await vi.dynamicImportSettled()
  expect(video()).toBeNull()
})

const filmInView = () => <Film media={film('/media/1/film-list?v=u')} label="The pier" silent className="h-80 w-full" />

const watchSources = () => watchFilm((film) => film.getAttribute('src'))

/** What is read of the film at each change of the page; one that cannot be loaded goes at once. */
function watchFilm<T>(read: (film: HTMLVideoElement) => T): T[] {
  const seen: T[] = []
  const watch = new MutationObserver(() => {
    const film = video()
    if (film) seen.push(read(film))
  })
  watch.observe(document.body, { subtree: true, childList: true, attributes: true })
  onTestFinished(() => watch.disconnect())
  return seen
}
