import pg from 'pg'
import { questionStatements } from '../../api/features/wallet/check-statements.ts'

/** What of a world contradicts itself: the ledger's invariants, and counters that are not what they count. */
export async function findProblems(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const problems: string[] = []
    for (const { question, find } of questionStatements) {
      const { rows } = await client.query<{ what: string }>(find.sql)
      problems.push(...rows.map(({ what }) => `ledger, ${question}: ${what}`))
    }
    for (const [what, sql] of Object.entries(counters)) {
      const { rows } = await client.query<{ wrong: number }>(`select count(*)::int as wrong from ${sql}`)
      if (rows[0]?.wrong !== 0) problems.push(`${rows[0]?.wrong} wrong: ${what}`)
    }
    return problems
  } finally {
    await client.end()
  }
}

const grouped = (rows: string, by: string) =>
  `(select ${by} as id, count(*) as n from ${rows} group by ${by}) c on c.id`
const counters = {
  'numbers of messages without gaps': `(select from messages group by session_id having count(*) <> max(seq) or min(seq) <> 1) x`,
  'last number of a conversation': `chat_sessions s left join ${grouped('messages', 'session_id')} = s.id where s.last_seq <> coalesce(c.n, 0)`,
  'two sides of a conversation': `chat_sessions s left join ${grouped('chat_members', 'session_id')} = s.id where coalesce(c.n, 0) <> 2`,
  'unread messages': `chat_members m where m.unread_count <> (select count(*) from messages x
    where x.session_id = m.session_id and x.receiver_id = m.user_id and x.seq > m.read_seq)`,
  'likes of posts': `posts p left join ${grouped('post_likes', 'post_id')} = p.id where p.likes_count <> coalesce(c.n, 0)`,
  'comments of posts': `posts p left join ${grouped('comments', 'post_id')} = p.id where p.comments_count <> coalesce(c.n, 0)`,
  followers: `users u left join ${grouped('follows', 'user_id')} = u.id where u.followers_count <> coalesce(c.n, 0)`,
}
