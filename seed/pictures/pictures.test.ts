import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { makeImage } from '../../api/platform/media/image.ts'
import { makeSound } from '../../api/platform/media/sound.ts'
import { composeSound } from './compose-sound.ts'
import { drawAvatar, drawCover, drawPicture, pictureNames } from './pictures.ts'

describe('the pictures of the demo world', () => {
  test('are many, and each is drawn with light and detail in its own shape', async () => {
    expect(pictureNames.length).toBeGreaterThanOrEqual(30)
    for (const name of pictureNames) {
      const bytes = await drawPicture(name)
      const { width, height, format } = await sharp(bytes).metadata()
      expect([name, format, width, height]).toEqual([
        name,
        'jpeg',
        ...(name.startsWith('wide-') ? [1350, 1080] : [1080, 1350]),
      ])
      const { entropy, channels } = await sharp(bytes).stats()
      expect(entropy).toBeGreaterThan(5)
      expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(20)
    }
  }, 60_000)

  test('are the same every time and pass the door that uploads pass', async () => {
    const [once, again] = [await drawPicture('trapeze'), await drawPicture('trapeze')]
    expect(once.equals(again)).toBe(true)
    expect(await makeImage(once)).toMatchObject({ width: 1080, height: 1350 })
    expect((await drawAvatar('alice')).equals(await drawAvatar('alice'))).toBe(true)
    expect((await drawAvatar('somebody')).equals(await drawAvatar('else'))).toBe(false)
    expect(await sharp(await drawCover('somebody')).metadata()).toMatchObject({ width: 1500, height: 600 })
  })
})

test('a tune lasts 10 to 20 seconds, is the same every time, and passes the door that uploads pass', async () => {
  const tune = composeSound('voice of alice')
  expect(tune.equals(composeSound('voice of alice'))).toBe(true)
  expect(tune.equals(composeSound('voice of bob'))).toBe(false)
  const { duration, variants } = await makeSound(tune)
  expect(duration).toBeGreaterThan(10_000)
  expect(duration).toBeLessThan(20_000)
  expect(variants.full.type).toBe('audio/wav')
})
