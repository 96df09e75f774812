import { describe, expect, it, test } from 'vitest'
import { isFilmVariant, isSecondCopy, listedBy, nameOfPart, partIn, partSecondsOf, sizesOf } from './film-sizes.ts'
import { addressed, addressedByPart, factsOf, haveSameTimes, mainPlaylist, partsIn } from './hls.ts'

const rich = 50_000_000
const sides = (width: number, height: number, bitrate = rich) =>
  sizesOf({ width, height, bitrate }).map((it) => it.side)

describe('the sizes of a film', () => {
  it('begin with the one that every phone plays, and are none larger than the film', () => {
    expect(sides(3840, 2160)).toEqual([480, 240, 720, 1080])
    expect(sides(1280, 720)).toEqual([480, 240, 720])
    expect(sides(720, 1280)).toEqual([480, 240, 720])
    expect(sides(640, 360)).toEqual([240])
  })

  it('are its own, even, where the film is smaller than all', () => {
    expect(sides(320, 181)).toEqual([180])
  })

  it('take no more bits than the film has', () => {
    const bits = sizesOf({ width: 1920, height: 1080, bitrate: 900_000 }).map((it) => it.bitrate)
    expect(bits).toEqual([900_000, 350_000, 900_000, 900_000])
  })
})

const size = (side: number, bandwidth: number) => ({
  ...{ name: `v${side}`, width: side * 2, height: side, bandwidth, average: bandwidth - 10, codecs: 'avc1.64001f' },
})
const sound = { name: 'sound', bandwidth: 128, average: 120, codecs: 'mp4a.40.2' }

test('the list of sizes counts the sound in, the smallest first, and leads to the address of each', () => {
  const list = mainPlaylist([size(480, 1000), size(240, 300)], sound, (name) => `/at/${name}`)
  expect(list).toBe(`#EXTM3U
#EXT-X-VERSION:6
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="sound",DEFAULT=YES,AUTOSELECT=YES,URI="/at/sound"
#EXT-X-STREAM-INF:BANDWIDTH=428,AVERAGE-BANDWIDTH=410,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=480x240,AUDIO="sound"
/at/v240
#EXT-X-STREAM-INF:BANDWIDTH=1128,AVERAGE-BANDWIDTH=1110,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=960x480,AUDIO="sound"
/at/v480
`)
})

test('a silent film has no group of sounds', () => {
  const list = mainPlaylist([size(240, 300)], null, (name) => name)
  expect(list).not.toContain('AUDIO')
  expect(list).toContain('BANDWIDTH=300,')
})

test('a stored playlist leads to the address of its file, and to nothing else', () => {
  const stored = '#EXTM3U\n#EXT-X-MAP:URI="v480",BYTERANGE="682@0"\n#EXTINF:4,\n#EXT-X-BYTERANGE:10@682\nv480\n'
  expect(addressed(stored, 'v480', '/at?s=1')).toBe(
    '#EXTM3U\n#EXT-X-MAP:URI="/at?s=1",BYTERANGE="682@0"\n#EXTINF:4,\n#EXT-X-BYTERANGE:10@682\n/at?s=1\n',
  )
})

const stored = `#EXTM3U
#EXT-X-MAP:URI="v480",BYTERANGE="682@0"
#EXTINF:4,
#EXT-X-BYTERANGE:10@682
v480
#EXTINF:2.5,
#EXT-X-BYTERANGE:20@692
v480
#EXT-X-ENDLIST
`

test('a stored playlist says where its parts lie and when they play', () => {
  expect(partsIn(stored)).toEqual([
    { start: 0, end: 681, at: 0, seconds: 0 },
    { start: 682, end: 691, at: 0, seconds: 4 },
    { start: 692, end: 711, at: 4, seconds: 2.5 },
  ])
  const larger = stored.replace('10@682', '15@682').replace('20@692', '9@697')
  expect(haveSameTimes(partsIn(stored), partsIn(larger))).toBe(true)
  for (const other of [stored.replace('2.5', '2.4'), stored.split('#EXTINF:2.5')[0] ?? '', ''])
    expect(haveSameTimes(partsIn(stored), partsIn(other))).toBe(false)
})

test('a playlist for one viewer has an address for each part, and no range', () => {
  expect(addressedByPart(stored, 'v480', (part) => `/at/${nameOfPart('v480', part)}`)).toBe(`#EXTM3U
#EXT-X-MAP:URI="/at/v480-p0"
#EXTINF:4,
/at/v480-p1
#EXTINF:2.5,
/at/v480-p2
#EXT-X-ENDLIST
`)
})

test('a part has one name alone', () => {
  expect(['v480-p0', 'v1080-p12345'].map(partIn)).toEqual([
    { name: 'v480', part: 0 },
    { name: 'v1080', part: 12_345 },
  ])
  const others = ['v480-p01', 'v480-p', 'v480b-p1', 'v480-p1-list', 'v480-p-1', 'sound-p1', 'v480', 'v480-p123456']
  expect(others.map(partIn)).toEqual(others.map(() => null))
  expect(['v480b', 'v480b-list', 'v480', 'v480-list', 'v480-p1', 'v480bb'].map(isSecondCopy)).toEqual([
    ...[true, true, false, false, false, false],
  ])
})

test('a film of less than four minutes has shorter parts, so that there are enough to tell viewers apart', () => {
  expect([10, 39, 40, 64, 127, 128, 200, 256, 7_200].map(partSecondsOf)).toEqual([4, 4, 1, 1, 1, 2, 3, 4, 4])
})

test('the facts of a size are read from the line that was written for it', () => {
  const line = '#EXT-X-STREAM-INF:BANDWIDTH=1082,AVERAGE-BANDWIDTH=1047,CODECS="avc1.64001f",RESOLUTION=854x480\nlist'
  expect(factsOf(line)).toEqual({ width: 854, height: 480, bandwidth: 1082, average: 1047, codecs: 'avc1.64001f' })
})

test('the variants that a player fetches are told by their names', () => {
  expect(['film-list', 'v480', 'v480-list', 'v480-p12', 'sound', 'sound-list'].every(isFilmVariant)).toBe(true)
  expect(['full', 'card', 'v', 'v480-list-list', 'film-list2', 'v48000'].some(isFilmVariant)).toBe(false)
  expect(['v480-list', 'sound-list', 'film-list', 'v480'].map(listedBy)).toEqual(['v480', 'sound', null, null])
})
