import { readdirSync } from 'node:fs'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { makeSound } from '../api/platform/media/sound.ts'
import { composeTune } from './compose-tune.ts'
import { demoPosts } from './demo-posts.ts'
import { demoUsers } from './demo-users.ts'
import { type PictureName, pictureDescriptions, readPicture } from './pictures.ts'

const scenes = Object.keys(pictureDescriptions) as (keyof typeof pictureDescriptions)[]
const creators = demoUsers.filter((user) => user.priceCents !== undefined)
const measures: [PictureName, number, number][] = [
  ...scenes.map((name): [PictureName, number, number] =>
    name.startsWith('wide-') ? [name, 1350, 1080] : [name, 1080, 1350],
  ),
  ...demoUsers.map((user): [PictureName, number, number] => [`avatar-${user.name}`, 640, 640]),
  ...creators.map((user): [PictureName, number, number] => [`cover-${user.name}`, 1500, 600]),
]

it.each(measures)('%s is a WebP of %i × %i that decodes and is not blank', async (name, width, height) => {
  const bytes = await readPicture(name)
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width, height })
  const { entropy } = await sharp(bytes).stats()
  expect(entropy).toBeGreaterThan(5)
})

it('has no picture file that the demo world does not show', () => {
  const files = readdirSync(new URL('pictures', import.meta.url)).filter((file) => file.endsWith('.webp'))
  expect(files.sort()).toEqual(measures.map(([name]) => `${name}.webp`).sort())
  const shown = [...demoPosts.flatMap((post) => post.pictures), 'backstage', 'backstage-teaser']
  expect([...scenes].sort()).toEqual([...new Set(shown)].sort())
})

it('describes every scene in a sentence', () => {
  for (const description of Object.values(pictureDescriptions)) expect(description).toMatch(/^[A-Z].{20,}\.$/)
})

it('composes tunes of 10 to 20 seconds, the same for the same name', async () => {
  const tune = composeTune('theo-drive')
  expect(tune.equals(composeTune('theo-drive'))).toBe(true)
  expect(tune.equals(composeTune('bob-rain'))).toBe(false)
  const { duration, variants } = await makeSound(tune)
  expect(duration).toBeGreaterThan(10_000)
  expect(duration).toBeLessThan(20_000)
  expect(variants.full.type).toBe('audio/wav')
})
