import * as v from 'valibot'
import { anyone, endpoint } from './endpoint.ts'
import { list, time } from './shapes.ts'

/** The last digit of a creator's id: creators stay in the same part, and new ones spread over all sixteen. */
const part = v.pipe(v.string(), v.regex(/^[0-9a-f]$/))
/** A day in UTC, `2026-11-25`. */
const day = v.pipe(v.string(), v.isoDate(), v.startsWith('20'))

/**
 * What search engines may know: creators, and published posts that everyone may see. The edge writes it as
 * `/sitemap.xml` (`edge/sitemap.ts`).
 */
export const sitemap = {
  index: endpoint({
    method: 'GET',
    path: '/api/sitemap',
    access: anyone('any'),
    input: v.object({}),
    mayBeLate: 'for everyone',
    output: v.object({ creators: v.array(v.string()), days: v.array(v.string()) }),
    errors: [],
    rate: 'heavy',
    summary: 'The parts of the creators, and the days on which public posts were published.',
  }),
  creators: endpoint({
    method: 'GET',
    path: '/api/sitemap/creators/{part}',
    access: anyone('any'),
    input: v.object({ part }),
    mayBeLate: 'for everyone',
    output: list(v.object({ username: v.string() })),
    errors: [],
    rate: 'heavy',
    summary: 'The creators of a part; at most 45,000.',
  }),
  posts: endpoint({
    method: 'GET',
    path: '/api/sitemap/posts/{day}',
    access: anyone('any'),
    input: v.object({ day }),
    mayBeLate: 'for everyone',
    output: list(v.object({ username: v.string(), id: v.string(), published_at: time })),
    errors: [],
    rate: 'heavy',
    summary: 'The public posts of a day, newest first; at most 45,000.',
  }),
}
