# docker build -t falcon .
# docker run --rm --read-only --tmpfs /tmp -v "$PWD:/data" -u "$(id -u):$(id -g)" falcon mine --quantiles
#
# A runtime of its own, no root, nothing written but in /data and /tmp. Falcon starts when it is called and ends with
# its command, so there is nothing whose health could be asked. `--build-arg TRAINING=yes` adds PyTorch's library.
FROM maven:3-eclipse-temurin-17 AS build
ARG TRAINING=no
WORKDIR /source
COPY . .
RUN mvn -q -B -Pquick,dist,cpu -DskipTests package
RUN .ci/container product/target/falcon-*.tar.gz /opt/falcon "$TRAINING"

FROM debian:bookworm-slim
COPY --from=build /opt/falcon /opt/falcon
RUN ln -s /opt/falcon/falcon /usr/local/bin/falcon
ENV FALCON_CACHE=/tmp/falcon
USER 10001:10001
WORKDIR /data
ENTRYPOINT ["falcon"]
