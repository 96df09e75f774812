import { describe, expect, it } from 'vitest'
import { conditionsOf } from './sql.ts'

describe('conditionsOf', () => {
  it.each([
    ['the operands of and', 'where a = 1 and b is null', ['a = 1', 'b is null']],
    ['what stands alone after where', 'select 1 from t where owner_id = §', ['owner_id = §']],
    [
      'the condition of a join',
      'join t on t.id = u.id and t.ended_at is null where §',
      ['t.id = u.id', 't.ended_at is null', '§'],
    ],
    ['an or in parentheses as one', 'where (a or b) and c', ['(a or b)', 'c']],
    ['no operand of an or alone', 'where a or b', []],
    ['what narrows one side of an or', 'where a or b and c', ['b', 'c']],
    ['no and of a between', 'where a between 1 and 2 and b', ['a between 1 and 2', 'b']],
    [
      'inner conditions beside outer ones',
      'where not exists (select 1 from t where t.id = 1) and b',
      ['not exists (select 1 from t where t.id = 1)', 't.id = 1', 'b'],
    ],
    ['a condition that is a column', 'select a and not b as c, d from t', ['a', 'not b']],
    ['no assignment', 'update t set a = b and c where d = 1', ['d = 1']],
    ['no predicate of an index', 'on conflict (a) where b is null do update set c = 1 where d', ['d']],
    ['no fragment that follows', 'where a = 1 § order by b', ['a = 1']],
    ['no query that begins a fragment', '§ and m.user_id = 1', ['m.user_id = 1']],
    ['what is distinct as one', 'where a is distinct from § and b', ['a is distinct from §', 'b']],
    ['text in quotes as it is', "where a = 'b and c' and d", ["a = 'b and c'", 'd']],
  ])('finds %s', (_, sql, expected) => {
    expect(conditionsOf(sql).map(({ start, end }) => sql.slice(start, end))).toEqual(expected)
  })
})
