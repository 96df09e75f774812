import { expect, it } from 'vitest'
import { filesOf, mayBeMedia } from './dropped-files.ts'

type Tree = { [name: string]: File | Tree }

const file = (name: string, type = 'image/jpeg') => new File(['x'], name, { type })

/** A folder as a browser shows it: readers answer a few entries at a time. */
function entryOf(it: File | Tree): FileSystemEntry {
  if (it instanceof File)
    return {
      isFile: true,
      isDirectory: false,
      file: (done: (it: File) => void) => done(it),
    } as unknown as FileSystemEntry
  const children = Object.values(it).map(entryOf)
  const createReader = () => {
    const left = [...children]
    return { readEntries: (done: (some: FileSystemEntry[]) => void) => done(left.splice(0, 2)) }
  }
  return { isFile: false, isDirectory: true, createReader } as unknown as FileSystemEntry
}

const dropped = (...them: (File | Tree)[]): DataTransfer =>
  ({
    items: them.map((it) => ({ webkitGetAsEntry: () => entryOf(it) })),
    files: them.filter((it) => it instanceof File),
  }) as unknown as DataTransfer

const namesOf = async (transfer: DataTransfer) => (await filesOf(transfer)).map((it) => it.name)

it('takes files as they are, whatever they are', async () => {
  expect(await namesOf(dropped(file('a.jpg'), file('b.txt', 'text/plain')))).toEqual(['a.jpg', 'b.txt'])
})

it('takes the media of a folder and of the folders in it, and what lies beside it', async () => {
  const folder: Tree = {
    one: file('one.jpg'),
    two: file('two.heic', ''),
    hidden: file('.DS_Store', ''),
    mac: file('._one.jpg'),
    text: file('notes.txt', 'text/plain'),
    deeper: { three: file('three.mov', ''), evenDeeper: { four: file('four.mp3', 'audio/mpeg') } },
  }
  expect(await namesOf(dropped(folder, file('beside.txt', 'text/plain')))).toEqual([
    'one.jpg',
    'two.heic',
    'three.mov',
    'four.mp3',
    'beside.txt',
  ])
})

it('takes what is pasted, which has no folders', async () => {
  const pasted = { items: [{}], files: [file('image.png', 'image/png')] } as unknown as DataTransfer
  expect(await namesOf(pasted)).toEqual(['image.png'])
})

it('knows media by name where the browser knows no type', () => {
  expect(['IMG_1.HEIC', 'a.m4v', 'b.pdf', 'c'].map((name) => mayBeMedia(file(name, '')))).toEqual([
    true,
    true,
    false,
    false,
  ])
})
