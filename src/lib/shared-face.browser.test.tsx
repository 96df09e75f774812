import { createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router'
import { afterEach, expect, it } from 'vitest'
import '../styles/app.css'
import { shareFaces } from './shared-face.ts'
import { catchSkippedTransitions } from './view-transition.ts'

const router = createRouter({
  routeTree: createRootRoute(),
  history: createMemoryHistory(),
  defaultViewTransition: true,
})
catchSkippedTransitions(router)
let stop = () => {}
afterEach(() => {
  stop()
  document.body.replaceChildren()
})

const list = '<a href="/@mina"><span class="avatar">M</span>Mina</a><a href="/search"><span class="avatar">S</span></a>'
const profile = '<main><span class="avatar face">M</span></main>'

it('lets the face of a pressed link grow into that of its page, and then forgets both', async () => {
  stop = show(list)
  press('/@mina')
  expect(named()).toEqual(['M'])
  let moving: string[] = []
  await router.startViewTransition(async () => {
    document.body.innerHTML = profile
    requestAnimationFrame(() => requestAnimationFrame(() => (moving = groups())))
  })
  await expect.poll(() => moving).toContain('::view-transition-group(face)')
  await expect.poll(named).toEqual([])
})

it.each([
  ['a link elsewhere', list, '/search', {}],
  ['a press that opens another tab', list, '/@mina', { ctrlKey: true }],
  ['a page that has a face of its own', `${list}${profile}`, '/@mina', {}],
])('leaves faces where they are for %s', (_, page, href, keys) => {
  stop = show(page)
  press(href, keys)
  expect(named()).toEqual([])
})

function show(page: string): () => void {
  document.body.innerHTML = page
  const end = shareFaces(router)
  const stay = (event: Event) => event.preventDefault()
  addEventListener('click', stay)
  return () => {
    end()
    removeEventListener('click', stay)
  }
}

function press(href: string, keys: MouseEventInit = {}): void {
  document
    .querySelector(`a[href="${href}"] .avatar`)
    ?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...keys }))
}

const named = () =>
  [...document.querySelectorAll('.avatar')]
    .filter((it) => getComputedStyle(it).viewTransitionName === 'face')
    .map((it) => it.textContent)

const groups = () =>
  document.getAnimations().map(({ effect }) => (effect instanceof KeyframeEffect ? (effect.pseudoElement ?? '') : ''))
