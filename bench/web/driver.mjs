/*
 * Drives tables against one server: `node driver.mjs '{"kind", "address", "game", "tables", "seconds", "pause"}'`.
 *
 * A table has two people at two sockets who move in turn, with a pause between moves that is the same for every kind of
 * server. Says {"open": tables} when all play, and waits for a line; then measures, says what it found, and ends.
 */

import { once } from 'node:events'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { io } from 'socket.io-client'
import WebSocket from 'ws'

const OPENING = 8
/** Tables that are opened at once. */
const TRIES = 5
/** How often a call is made whose line breaks: a server may hang up on a line that was idle just as it is used again. */
const BROKEN = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])
const PATIENCE = 20_000
/** Milliseconds after which a move counts as lost: it is then counted with as much. */

const order = JSON.parse(process.argv[2])
const found = { moves: [], lost: 0, bytes: 0, views: 0 }
let measuring = false

/** Somebody at a socket: how far they have seen the match, and what they would play. */
class Seat {
  ply = -1
  seenAt = 0
  isAsked = false
  isOver = false
  #wanted = null

  /** Takes in a new state, as soon as it is read. */
  saw(ply, isAsked, isOver, bytes) {
    this.seenAt = performance.now()
    Object.assign(this, { ply, isAsked, isOver })
    if (measuring) {
      found.views += 1
      found.bytes += bytes
    }
    if (this.#wanted && ply >= this.#wanted.ply) this.#wanted.resolve()
  }

  /** Waits until a ply has been seen; tells whether it was in time. */
  async at(ply) {
    if (this.ply >= ply) return true
    const waiting = new Promise((resolve) => (this.#wanted = { ply, resolve: () => resolve(true) }))
    const stop = new AbortController()
    const inTime = await Promise.race([waiting, sleep(PATIENCE, false, { signal: stop.signal, ref: false })])
    stop.abort()
    this.#wanted = null
    return inTime
  }
}

async function post(path, body) {
  for (let tries = 1; ; tries += 1) {
    try {
      const answer = await fetch(order.address + path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
      return await answer.json()
    } catch (error) {
      const code = error.cause?.code ?? error.code
      if (!BROKEN.has(code)) throw error
      if (tries === TRIES) throw new Error(`${path}: the line broke ${TRIES} times (${code})`, { cause: error })
    }
  }
}

// ---------------------------------------------------------------- our server

class OurSeat extends Seat {
  known = {}

  async open(match, token) {
    this.socket = new WebSocket(`${order.address.replace('http', 'ws')}/api/matches/${match}/socket`)
    this.socket.on('message', (data) => this.read(data.toString()))
    await once(this.socket, 'open')
    this.send({ type: 'hello', token })
    await this.at(0)
  }

  read(text) {
    const message = JSON.parse(text)
    if (message.type === 'error') throw new Error(text)
    if (message.type !== 'view' && message.type !== 'step') return
    const { choices, actions = choices?.map(({ action }) => action), ...told } = message.view ?? message.change
    Object.assign(this.known, told, message.view || message.change.actions ? { actions } : {})
    this.action = this.known.actions[0]
    this.saw(this.known.ply, this.known.actions.length > 0, this.known.over, text.length)
  }

  move() {
    this.send({ type: 'play', ply: this.ply, action: this.action })
  }

  send(message) {
    this.socket.send(JSON.stringify(message))
  }

  close() {
    this.socket.close()
  }
}

async function openOurs() {
  const people = [{ kind: 'human' }, { kind: 'human' }]
  const made = await post('/api/matches', { game: order.game, seats: people })
  const seats = [new OurSeat(), new OurSeat()]
  for (const [number, seat] of seats.entries()) await seat.open(made.id, made.seats[number].token)
  return seats
}

// ---------------------------------------------------------------- boardgame.io

class TheirSeat extends Seat {
  async open(match, player, credentials) {
    Object.assign(this, { match, player, credentials })
    this.socket = io(`${order.address}/duel`, { transports: ['websocket'], forceNew: true })
    this.socket.on('sync', (_match, { state }) => this.read(state))
    this.socket.on('update', (_match, state) => this.read(state))
    await once(this.socket, 'connect')
    this.socket.io.engine.on('data', (text) => (this.size = text.length))
    this.socket.emit('sync', match, player, credentials, 2)
    await this.at(0)
  }

  read(state) {
    this.saw(state._stateID, state.ctx.currentPlayer === this.player, state.ctx.gameover !== undefined, this.size)
  }

  move() {
    const payload = { type: 'play', args: [0], playerID: this.player, credentials: this.credentials }
    this.socket.emit('update', { type: 'MAKE_MOVE', payload }, this.ply, this.match, this.player)
  }

  close() {
    this.socket.close()
  }
}

async function openTheirs() {
  const { matchID } = await post('/games/duel/create', { numPlayers: 2 })
  const seats = [new TheirSeat(), new TheirSeat()]
  for (const [number, seat] of seats.entries()) {
    const player = String(number)
    const joined = await post(`/games/duel/${matchID}/join`, { playerID: player, playerName: player })
    await seat.open(matchID, player, joined.playerCredentials)
  }
  return seats
}

// ---------------------------------------------------------------- all tables

const open = { matchday: openOurs, 'boardgame.io': openTheirs }[order.kind]
let stopped = false

/** The same numbers between 0 and 1 in every run. */
function numbers(seed) {
  let state = seed * 2654435761 + 1
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 374761393) >>> 0
    return state / 2 ** 32
  }
}

async function play(number, seats) {
  const next = numbers(number)
  await sleep(1000 * order.pause * next())
  while (!stopped) {
    if (seats.some((seat) => seat.isOver)) seats = await another(seats)
    await move(seats)
    await sleep(1000 * order.pause * (0.5 + next()))
  }
  for (const seat of seats) seat.close()
}

async function another(seats) {
  for (const seat of seats) seat.close()
  return open()
}

/** Plays one move: its time is from sending it until the other seat has read it. */
async function move(seats) {
  const mover = seats.findIndex((seat) => seat.isAsked)
  if (mover < 0) return // a move that counts as lost is still on its way
  const ply = seats[mover].ply + 1
  const sent = performance.now()
  const isMeasured = measuring
  seats[mover].move()
  const inTime = await seats[1 - mover].at(ply)
  if (isMeasured) found.moves.push(inTime ? seats[1 - mover].seenAt - sent : PATIENCE)
  if (isMeasured && !inTime) found.lost += 1
  if (!(await seats[mover].at(ply))) throw new Error('a move was never answered')
}

async function openAll() {
  const tables = []
  let number = 0
  const worker = async () => {
    while (number < order.tables) {
      number += 1
      tables.push(play(number, await open()))
    }
  }
  await Promise.all(Array.from({ length: OPENING }, worker))
  return tables
}

function told(busy, seconds) {
  const times = found.moves.toSorted((one, other) => one - other)
  const at = (share) => times[Math.floor(share * (times.length - 1))]
  return {
    moves: times.length,
    moves_a_second: times.length / seconds,
    p50_ms: at(0.5),
    p99_ms: at(0.99),
    worst_ms: at(1),
    lost: found.lost,
    bytes_a_view: found.bytes / Math.max(1, found.views),
    driver_busy: (busy.user + busy.system) / 1e6 / seconds,
  }
}

const tables = await openAll()
const lines = createInterface({ input: process.stdin })
console.log(JSON.stringify({ open: tables.length }))
await once(lines, 'line')
const began = performance.now()
const before = process.cpuUsage()
measuring = true
await sleep(1000 * order.seconds)
measuring = false
const busy = process.cpuUsage(before)
const seconds = (performance.now() - began) / 1000
console.log(JSON.stringify({ closing: true }))
stopped = true
await Promise.all(tables)
console.log(JSON.stringify(told(busy, seconds)))
process.exit(0)
