# docker build -t falcon . && docker run --rm -v "$PWD:/data" falcon mine --quantiles
# A recipe to try: it has not been built or run by its authors, who have no Docker at hand.
FROM maven:3-eclipse-temurin-17 AS build
WORKDIR /source
COPY . .
RUN mvn -q -B -Pquick,dist,cpu -DskipTests package && \
    mkdir /opt/falcon && tar xzf cli/target/falcon-*.tar.gz -C /opt/falcon --strip-components=1

FROM eclipse-temurin:17-jre
COPY --from=build /opt/falcon /opt/falcon
RUN ln -s /opt/falcon/falcon /usr/local/bin/falcon && FALCON_MAKE_ARCHIVE=1 falcon --version
WORKDIR /data
ENTRYPOINT ["falcon"]
