import {
  CompiledQuery,
  type DatabaseConnection,
  type DataTypeNode,
  type Driver,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  PostgresQueryCompiler,
  type QueryCompiler,
} from "kysely";

/** Any number, the same in every process: "gatehouse" in ASCII, shortened to what a bigint holds. */
const WRITE_LOCK = "7449355549118747493";

/**
 * Postgres as the store's queries know SQLite: text compares by its bytes, and transactions run one after the other,
 * over all processes, so that what a transaction has looked up still holds when it commits.
 */
export class StoreDialect extends PostgresDialect {
  private readonly config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.config = config;
  }

  override createDriver(): Driver {
    return new SerialDriver(this.config);
  }

  override createQueryCompiler(): QueryCompiler {
    return new BytewiseCompiler();
  }
}

class SerialDriver extends PostgresDriver {
  /** One way there and back. Postgres lets go of the lock after the commit has become visible. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await connection.executeQuery(CompiledQuery.raw(`begin; select pg_advisory_xact_lock(${WRITE_LOCK})`));
    } catch (error) {
      await this.rollbackTransaction(connection);
      throw error;
    }
  }

  /** What made it necessary is thrown, not that the connection is gone, which rolls back as well. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => undefined);
  }
}

class BytewiseCompiler extends PostgresQueryCompiler {
  protected override visitDataType(node: DataTypeNode): void {
    super.visitDataType(node);
    if (node.dataType === "text" && this.parentNode?.kind === "ColumnDefinitionNode") {
      this.append(' collate "C"');
    }
  }
}
