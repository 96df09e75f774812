import * as v from 'valibot'
import { anyone, endpoint, user } from './endpoint.ts'
import { list, usernameIn } from './shapes.ts'
import { userShape } from './users.ts'

/** A creator whom the viewer may like, and whom of those they follow its fans follow too; null without one. */
const suggestionShape = v.object({
  user: userShape,
  because: v.nullable(v.object({ username: v.string(), display_name: v.nullable(v.string()) })),
})
export type Suggestion = v.InferOutput<typeof suggestionShape>

export const discovery = {
  suggestions: endpoint({
    method: 'GET',
    path: '/api/suggestions',
    access: user('can_social'),
    input: v.object({}),
    output: list(suggestionShape),
    errors: [],
    summary:
      'Creators whom the user does not follow yet: those whom fans of the same creators follow, then the trending ones; at most twelve.',
  }),
  similar: endpoint({
    method: 'GET',
    path: '/api/users/{username}/similar',
    access: anyone('can_social'),
    input: v.object({ username: usernameIn }),
    mayBeLate: 'for everyone',
    output: list(userShape),
    errors: ['not_found'],
    summary:
      'Creators whom the fans of a creator follow too, then those with the same tags or category; at most eight.',
  }),
}
