import { tryEveryEntryPoint } from './other-sites.ts'

tryEveryEntryPoint('another port of this host', 'localhost')
