/** The yardstick of live events: ws alone. What one client sends is sent to all the others. */
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'

const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
server.on('connection', (sender) => {
  sender.on('message', (data) => {
    const text = String(data)
    for (const client of server.clients) if (client !== sender) client.send(text)
  })
})
server.on('listening', () => console.log(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`))
