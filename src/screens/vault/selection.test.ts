import { describe, expect, it } from 'vitest'
import { choiceOf, countOf, everything, isSelected, nothing, type Selection, selectRange, toggle } from './selection.ts'

const spot = (number: number) => ({ id: `m${number}`, number })
const fetched = (number: number) => `m${number}`
const selected = (selection: Selection, upTo = 10) =>
  Array.from({ length: upTo }, (_, number) => number).filter((number) => isSelected(selection, spot(number)))

describe('a selection', () => {
  it('holds what is toggled on and not what is toggled off', () => {
    const two = toggle(toggle(nothing, spot(1)), spot(4))
    expect([selected(two), countOf(two)]).toEqual([[1, 4], 2])
    const one = toggle(two, spot(1))
    expect([selected(one), choiceOf(one, {})]).toEqual([[4], { ids: ['m4'] }])
  })

  it('selects a range in either direction and keeps what was selected before', () => {
    for (const [first, last] of [
      [3, 6],
      [6, 3],
    ] as const) {
      const range = selectRange(toggle(toggle(nothing, spot(9)), spot(first)), spot(last), fetched)
      expect([selected(range), countOf(range)]).toEqual([[3, 4, 5, 6, 9], 5])
    }
  })

  it('begins a range without an anchor with the media itself', () => {
    expect(selected(selectRange(nothing, spot(5), fetched))).toEqual([5])
  })

  it('names a range by its ends where it holds media that were never fetched', () => {
    const range = selectRange(toggle(nothing, spot(7)), spot(2), (number) => (number === 4 ? undefined : `m${number}`))
    expect([selected(range), countOf(range)]).toEqual([[2, 3, 4, 5, 6, 7], 6])
    const without = toggle(range, spot(3))
    expect(countOf(without)).toBe(5)
    expect(choiceOf(without, { tag: 'silk' })).toEqual({
      filter: { tag: 'silk' },
      between: ['m7', 'm2'],
      except: ['m3'],
    })
    expect(selected(toggle(without, spot(3)))).toEqual([2, 3, 4, 5, 6, 7])
  })

  it('selects everything that the filter matches except for what is toggled off', () => {
    const all = everything(20_000)
    expect([countOf(all), choiceOf(all, { q: 'sea' })]).toEqual([20_000, { filter: { q: 'sea' } }])
    const without = toggle(all, spot(5))
    expect([countOf(without), isSelected(without, spot(5)), isSelected(without, spot(19_999))]).toEqual([
      19_999,
      false,
      true,
    ])
    const again = selectRange(toggle(without, spot(6)), spot(4), fetched)
    expect([countOf(again), selected(again)]).toEqual([20_000, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]])
  })

  it('is too many media to name one by one after a thousand', () => {
    let many: Selection = nothing
    for (let number = 0; number <= 1_000; number++) many = toggle(many, spot(number))
    expect(choiceOf(many, {})).toBeNull()
  })
})
