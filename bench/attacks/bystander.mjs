// A child process that acts as another client, which is defined by a file in `bystanders`. Starts and stops on request,
// and returns the durations of its requests by name.
const { start } = await import(`./bystanders/${process.argv[2]}.mjs`)

let stop = null
process.on('message', async message => {
  if (message.begin) {
    stop = start(message.port)
    process.send('begun')
  } else process.send(await stop())
})
process.send('ready')
