# The agent as a container (docs/agent.md): npm run release:agent -- --version X.Y.Z, then
# docker build -f deploy/agent.Dockerfile -t gatehouse-agent dist/agent
FROM node:22-bookworm-slim
WORKDIR /app
COPY gatehouse-agent.mjs ./
USER node
# A container is replaced, not updated: update_check: false in agent.yml says so to the console.
CMD ["node", "gatehouse-agent.mjs", "--config", "/config/agent.yml"]
