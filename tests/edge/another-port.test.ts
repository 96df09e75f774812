import { tryEveryDoor } from './other-sites.ts'

tryEveryDoor('another port of this host', 'localhost')
