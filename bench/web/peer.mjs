/* boardgame.io's server with the duel: `node peer.mjs [FOLDER]`; with a folder matches are kept in files there. */

import { createRequire } from 'node:module'
import process from 'node:process'
import { duel } from './duel.mjs'

const { FlatFile, Server } = createRequire(import.meta.url)('boardgame.io/server')
const folder = process.argv[2]
const server = Server({ games: [duel], origins: [/127\.0\.0\.1/], ...(folder ? { db: new FlatFile({ dir: folder }) } : {}) })
// The lobby's calls come with koa-compose 4.1 only: boardgame.io adds them after the list is composed, which 4.2 copies.
const { appServer } = await server.run({ port: 0 })
console.log(`boardgame.io is served at http://127.0.0.1:${appServer.address().port}`)
