// A child process that acts as a client alongside the attackers. A file in `bystanders` defines the requests of this
// client. Starts to send them at the first message, and stops at the second message, to which it replies with their
// durations by name.
const { start } = await import(`./bystanders/${process.argv[2]}.mjs`)

let stop = null
process.on('message', async message => {
  if (message.begin) {
    stop = start(message.port)
    process.send('begun')
  } else process.send(await stop())
})
process.send('ready')
